/**
 * The names of the formats, apart from the formats: the option that takes one needs no more.
 */
export const formatNames = ['table', 'json', 'csv'] as const;
export type FormatName = (typeof formatNames)[number];
