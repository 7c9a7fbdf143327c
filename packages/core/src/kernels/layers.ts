/**
 * Layers of nested columns, from their levels.
 *
 * Kernels: see `kernels.ts` for what they may trust.
 */

/** Layers of nested columns, from their levels. */
export interface LayerKernels {
  /**
   * Opens a layer of lists by the levels of its slots, a byte each: writes the number of entries before each list to
   * `offsets`, from index 0. A list begins where the repetition level is below `repetitionLevel`; a slot is an entry
   * where the definition level is at least `entryLevel` (1 or more), a new one where the repetition level is at most
   * `repetitionLevel`. Returns undefined, and `offsets` must not be used, if more lists begin than it has room for or
   * if a call is not worth its cost.
   */
  openLists?(
    definition: Uint8Array,
    repetition: Uint8Array,
    slotCount: number,
    entryLevel: number,
    repetitionLevel: number,
    offsets: Int32Array,
  ): KernelLists | undefined;

  /**
   * Copies the slots whose definition level is at least `level` to the start of `keptDefinition` and `keptRepetition`,
   * which have room for exactly those slots. Returns false if a call is not worth its cost.
   */
  keepSlots?(
    definition: Uint8Array,
    repetition: Uint8Array,
    slotCount: number,
    level: number,
    keptDefinition: Uint8Array,
    keptRepetition: Uint8Array,
  ): boolean;

  /**
   * The validity of the entries of a layer, which begin where the repetition level is at most `repetitionLevel`: 1
   * where the definition level is at least `level`. `bits` is all 0. Returns undefined, and `bits` must not be used, if
   * there are more entries than `bits` has room for or if a call is not worth its cost.
   */
  layerBits?(
    definition: Uint8Array,
    repetition: Uint8Array,
    slotCount: number,
    level: number,
    repetitionLevel: number,
    bits: Uint8Array,
  ): KernelEntries | undefined;
}

/** The counts that {@link Kernels.openLists} returns. */
export interface KernelLists {
  /** Number of lists that begin. */
  readonly lists: number;
  /** Entries of all lists. */
  readonly entries: number;
  /** Slots that are entries, or continue one. */
  readonly slotsOfEntries: number;
  /** True if a repetition level continues a list that has no entry. */
  readonly isBroken: boolean;
  /** True if a slot has a definition level below that of an empty list. */
  readonly isBelowEmpty: boolean;
}

/** The counts that {@link Kernels.layerBits} returns. */
export interface KernelEntries {
  readonly entries: number;
  readonly valid: number;
}
