/** The facts of scope `model` that the simulation cannot show, and why, by the fact's id. */
export const inexpressible: Readonly<Record<string, string>> = {};
