/** Categories with their part types, counted. */

export type CountedType = { readonly slug: string; readonly name: string; readonly count: number };
export type CountedCategory = {
  readonly slug: string;
  readonly name: string;
  readonly count: number;
  readonly groups: readonly { readonly name: string; readonly types: readonly CountedType[] }[];
};

/** The tree with these counts of its types instead of its own, and without what has none. */
export function recountedTree(
  categories: readonly CountedCategory[],
  counts: ReadonlyMap<string, number>,
): CountedCategory[] {
  return categories.flatMap((category) => {
    const groups = category.groups.flatMap(({ name, types }) => {
      const some = types.flatMap((type) => {
        const count = counts.get(type.slug);
        return count === undefined ? [] : [{ ...type, count }];
      });
      return some.length === 0 ? [] : [{ name, types: some }];
    });
    const count = groups.flatMap((group) => group.types).reduce((sum, type) => sum + type.count, 0);
    return groups.length === 0 ? [] : [{ ...category, count, groups }];
  });
}
