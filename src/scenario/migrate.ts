/** Documents of older versions, brought up to date. There is no older version yet. */
const steps: Readonly<Record<number, (document: object) => object>> = {};

export const migrate = {
  /** Whether a document of that version can be brought up to date. */
  knows: (version: unknown): boolean => typeof version === 'number' && version in steps,

  /** The document in the present version. */
  upgrade(document: object): object {
    let upgraded = document;
    for (;;) {
      const step = steps[(upgraded as { version: number }).version];
      if (!step) return upgraded;
      upgraded = step(upgraded);
    }
  },
};
