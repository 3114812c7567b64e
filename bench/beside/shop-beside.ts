/** A shop that is measured beside others: how it is filled, started and asked. Everything else is the same for all of them. */
import type pg from 'pg';
import type { Question } from '../load/question.ts';
import type { Program } from '../start/started.ts';
import type { OrderFacts } from './orders/order-facts.ts';
import type { PlainPart } from './parts.ts';

/** Where a shop is made, with nothing in it. */
export type Place = {
  readonly databaseUrl: string;
  /** For whatever files the shop needs. */
  readonly folder: string;
  readonly port: number;
  readonly parts: readonly PlainPart[];
};

/** A part as a list or a page shows it; the price in the major unit. */
export type Shown = {
  readonly name: string;
  readonly number: string;
  readonly price: number;
  readonly picture: string;
  /** Undefined where the answer doesn't tell. */
  readonly isInStock: boolean | undefined;
};

/** What a shop front asks of a shop that has been filled. Parts are counted in the order of {@link Place.parts}. */
export type ShopFront = {
  readonly headers: Readonly<Record<string, string>>;
  /** 24 parts of the shop's own order from this one on. */
  list(from: number): Question;
  part(at: number): Question;
  /** Words, or a number. */
  search(text: string): Question;
  readList(answer: unknown): Shown[];
  readPart(answer: unknown): Shown;
  readFound(answer: unknown): Shown[];
  /** Whether it keeps answers by their address, so that a new one has to be asked for each time. */
  readonly keepsAnswers: boolean;
  readonly orders: OrderFacts;
};

/** What the shop's own tables say of all orders ever placed. */
export type Books = { readonly orders: number; readonly heldUnits: number };

export type ShopBeside = {
  /** With its version. */
  readonly name: string;
  /** Which has its package-lock.json. */
  readonly packages: string;
  /** Fills an empty database. `seconds` is what the parts took. */
  fill(place: Place): Promise<{ readonly seconds: number; readonly front: ShopFront }>;
  program(place: Place): Program;
  books(pool: pg.Pool): Promise<Books>;
};
