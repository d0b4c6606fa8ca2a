/** Facts of scope `model` that no test here can express, each with the reason. */
export const inexpressible: Readonly<Record<string, string>> = {};
