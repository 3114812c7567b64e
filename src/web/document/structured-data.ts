/** What pages tell machines of themselves (schema.org), as plain values. */

type Named = { readonly name: string; readonly path: string };
type Node = Readonly<Record<string, unknown>>;

/** One or several things of a page. */
export function structuredData(...nodes: readonly Node[]): Node {
  return { '@context': 'https://schema.org', '@graph': nodes };
}

/** The way from home to a page, the page itself last. `origin` is without a slash at the end. */
export function breadcrumbList(steps: readonly Named[], origin: string): Node {
  return { '@type': 'BreadcrumbList', itemListElement: listItems(steps, origin) };
}

/** What a page leads to, in its order. */
export function itemList(name: string, items: readonly Named[], origin: string): Node {
  return {
    '@type': 'ItemList',
    name,
    numberOfItems: items.length,
    itemListElement: listItems(items, origin),
  };
}

function listItems(items: readonly Named[], origin: string): Node[] {
  return items.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${origin}${path}`,
  }));
}
