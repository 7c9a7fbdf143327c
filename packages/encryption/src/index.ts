/** What this package is for, in a sentence. */
export const encryption = 'encryption';
