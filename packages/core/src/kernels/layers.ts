/**
 * Kernels that convert levels to the nesting layers (lists and structs) of a column.
 *
 * See `kernels.ts` for the rules that apply to all kernels.
 */

/** Kernels that convert levels to the nesting layers (lists and structs) of a column. */
export interface LayerKernels {
  /**
   * Finds the lists of one nesting layer from the levels of its slots, which have one byte each. Writes the number of
   * entries before each list to `offsets`, from index 0. A list starts where the repetition level is below
   * `repetitionLevel`. A slot with a definition level of at least `entryLevel` (1 or more) belongs to an entry. Such a
   * slot starts a new entry if its repetition level is at most `repetitionLevel`. Returns undefined, and leaves
   * `offsets` with arbitrary content, if `offsets` has no room for all lists or if the kernel would not be faster than
   * the caller's loop.
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
   * Copies the levels of the slots whose definition level is at least `level` to the start of `keptDefinition` and
   * `keptRepetition`. These must have room for exactly these slots. Returns false if the kernel would not be faster
   * than the caller's loop.
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
   * Writes the validity bitmap of one nesting layer (a list or a struct) to `bits`, which must be all 0. An entry
   * starts where the repetition level is at most `repetitionLevel`. The bit of an entry becomes 1 if the definition
   * level is at least `level`. Returns undefined, and leaves `bits` with arbitrary content, if `bits` has no room for
   * all entries or if the kernel would not be faster than the caller's loop.
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
  /** Number of lists that start in the given slots. */
  readonly lists: number;
  /** Total number of entries in all lists. */
  readonly entries: number;
  /** Number of slots that start or continue a list entry. */
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
