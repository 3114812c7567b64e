/** A part to look at in measurements. */

type ListedPart = { readonly brandSlug: string; readonly partNumberSlug: string };

/** The path of the page of the first part that the shop lists. */
export async function pathOfAPart(shopUrl: string): Promise<string> {
  const answer = await fetch(`${shopUrl}/api/parts`);
  const [part]: ListedPart[] = JSON.parse(await answer.text());
  if (part === undefined) throw new Error('The list shows no part');
  return `/catalogue/${part.brandSlug}/${part.partNumberSlug}`;
}
