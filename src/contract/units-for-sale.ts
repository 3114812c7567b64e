/** Units for sale, wherever a body tells them. */

/** What is to be said of a part in place of its units. */
type UnitsOf = (partId: string, stock: number) => unknown;
type Fields = Readonly<Record<string, unknown>>;

/**
 * A body as JSON, in which `unitsOf` says what stands as the `stock` of each part, found by its `_id`. All else is as
 * `JSON.stringify` has it.
 */
export const jsonWithStock = (body: unknown, unitsOf: UnitsOf): string =>
  JSON.stringify(isFields(body) ? withStock(body, unitsOf) : body);

/**
 * The same object, or a copy as far as it has parts: half the work of a function that `JSON.stringify` calls with everything there
 * is.
 */
function withStock(given: Fields, unitsOf: UnitsOf): Fields {
  const { _id, stock } = given;
  const isPart = typeof _id === 'string' && typeof stock === 'number';
  let copy: Record<string, unknown> | undefined = isPart
    ? { ...given, stock: unitsOf(_id, stock) }
    : undefined;
  for (const name of Object.keys(given)) {
    const value = given[name];
    if (!isFields(value)) continue;
    const other = withStock(value, unitsOf);
    if (other === value) continue;
    copy ??= Object.assign(Array.isArray(given) ? [] : {}, given);
    copy[name] = other;
  }
  return copy ?? given;
}

/** Objects, and arrays by their places. */
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
