/** The table of operations of the shop: every call of its API, once. */
import type { Act } from '#domain/audit/acts.ts';
import { audit } from './audit.ts';
import { catalogue } from './catalogue.ts';
import { imports } from './imports.ts';
import type { Operation } from './kernel/operation.ts';
import { newsletter } from './newsletter.ts';
import { ordering } from './ordering.ts';
import { payments } from './payments.ts';
import { profiles } from './profiles.ts';
import { relatedParts } from './related-parts.ts';
import { reviews } from './reviews.ts';
import { search } from './search.ts';
import { shelves } from './shelves.ts';
import { shop } from './shop.ts';
import { status } from './status.ts';
import { users } from './users.ts';
import { vehicleTree } from './vehicle-tree.ts';
import { vehicles } from './vehicles.ts';

export const table = {
  ...catalogue,
  ...relatedParts,
  ...shelves,
  ...search,
  ...ordering,
  ...payments,
  ...users,
  ...reviews,
  ...profiles,
  ...newsletter,
  ...imports,
  ...vehicles,
  ...vehicleTree,
  ...shop,
  ...audit,
  ...status,
} satisfies Record<string, KnownToTheLog>;

/** An operation whose act the audit log knows. */
export type KnownToTheLog = Operation & { readonly audit?: Act | { readonly none: string } };
export type ShopTable = typeof table;
