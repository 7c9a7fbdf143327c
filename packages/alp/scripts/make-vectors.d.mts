export const vectors: unknown;
