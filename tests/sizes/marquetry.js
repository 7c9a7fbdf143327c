// Batteries included, as a browser gets it.
export * from 'marquetry';
