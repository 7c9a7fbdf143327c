// All of `marquetry`, as for a browser.
export * from 'marquetry';
