/** The document that is meant where a program names none. */
export const DOC = 'doc';

/** The process that keeps a document, on the storage of that name. */
export const storageOf = (storage: string, doc: string): string => (doc === DOC ? storage : `${storage}:${doc}`);
