/**
 * Layers of nested columns, from their levels.
 *
 * Kernels: see `kernels.ts` for what they may trust.
 */

/** Layers of nested columns, from their levels. */
export interface LayerKernels {
  /**
   * Opens a layer of lists by the levels of its slots, a byte each: entry counts where lists begin go to `offsets` from 0
   * on. A list begins where the repetition level is below `repetitionLevel`; a slot is an entry where the definition level is
   * at least `entryLevel` (1 or more), a new one where the repetition level is at most `repetitionLevel`. Undefined, and
   * `offsets` is not to be used, where more lists begin than it has room for, or a call is not worth it.
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
   * Copies the slots whose definition level is at least `level` to the start of `keptDefinition` and `keptRepetition`, which
   * have room for exactly those. False where it is not worth a call.
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
   * The validity of the entries of a layer, which begin where the repetition level is at most `repetitionLevel`: 1 where the
   * definition level is at least `level`. `bits` is all 0. Undefined, and `bits` is not to be used, where there are more
   * entries than `bits` has room for, or a call is not worth it.
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

/** What {@link Kernels.openLists} counts. */
export interface KernelLists {
  /** Lists that begin. */
  readonly lists: number;
  /** Entries of all lists. */
  readonly entries: number;
  /** Slots that are entries, or continue one. */
  readonly slotsOfEntries: number;
  /** True where a repetition level continues a list that has no entry. */
  readonly isBroken: boolean;
  /** True where a slot has a definition level below that of an empty list. */
  readonly isBelowEmpty: boolean;
}

/** What {@link Kernels.layerBits} counts. */
export interface KernelEntries {
  readonly entries: number;
  readonly valid: number;
}
