/** Parts to look at in measurements. */
import * as z from 'zod';

const ListedParts = z.array(z.object({ brandSlug: z.string(), partNumberSlug: z.string() }));
const MOST_A_PAGE = 100;
const NEXT = /<([^>]+)>; rel="next"/;

/** The path of the page of the first part that the shop lists. */
export async function pathOfAPart(shopUrl: string): Promise<string> {
  const [path] = await pathsOfParts(shopUrl, 1);
  if (path === undefined) throw new Error('The list shows no part');
  return path;
}

/** Those of the first parts that it lists, so many of them where there are as many. */
export async function pathsOfParts(shopUrl: string, count: number): Promise<string[]> {
  const paths: string[] = [];
  let next: string | undefined = `/api/parts?limit=${Math.min(count, MOST_A_PAGE)}`;
  while (next !== undefined && paths.length < count) {
    const answer: Response = await fetch(new URL(next, shopUrl));
    const parts = ListedParts.parse(await answer.json());
    paths.push(...parts.map(({ brandSlug, partNumberSlug }) => `/catalogue/${brandSlug}/${partNumberSlug}`));
    next = NEXT.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return paths.slice(0, count);
}
