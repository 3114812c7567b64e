/** Units for sale, wherever a body tells them. */

/**
 * A body as JSON, in which `unitsOf` says what stands as the `stock` of each part, found by its `_id`. All else is as
 * `JSON.stringify` has it.
 */
export function jsonWithStock(body: unknown, unitsOf: (partId: string, stock: number) => unknown): string {
  return JSON.stringify(body, function (this: { readonly _id?: unknown }, name: string, value: unknown) {
    const isOfPart = name === 'stock' && typeof value === 'number' && typeof this._id === 'string';
    return isOfPart ? unitsOf(this._id, value) : value;
  });
}
