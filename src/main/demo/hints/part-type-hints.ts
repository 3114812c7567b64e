/**
 * What the sample catalogue knows of a part type beyond the shop-facing reference/part-types.json: which vehicles need
 * it, how large it is, what it costs, how it is packed, and how a catalogue describes it.
 */
import type { Grade } from '#domain/catalogue/grade.ts';
import type { Application } from '../applications.ts';
import type { Random } from '../random.ts';

/** Vehicles that share price levels and making. `light` are pickups and vans, `commercial` medium and heavy trucks. */
export type Segment = 'car' | 'light' | 'commercial' | 'motorcycle';
/** The character of a maker's brand. */
export type Tier = 'premium' | 'standard' | 'economy';
/** Attribute values by key; numbers in the unit that the part type gives. */
export type Values = Readonly<Record<string, string | number | boolean>>;

/** What the measures of a part are drawn from. All brands of a family share them. */
export interface Draw {
  readonly app: Application;
  readonly segment: Segment;
  readonly position: string;
  readonly random: Random;
  /** The first model year that the part is for. */
  readonly year: number;
  /** How large the vehicle is for its segment, 0 to 1. */
  readonly size: number;
  /** Whether the application is built this way. */
  is(trait: string): boolean;
  /** A measure that grows with the vehicle, `small` to `large`, a little off the line, as a multiple of `step`. */
  sized(small: number, large: number, step: number): number;
}

/** What one brand's way of making the part is drawn from. */
export interface Making extends Draw {
  readonly tier: Tier;
  readonly grade: Grade;
  readonly dimensions: Values;
}

export interface PartTypeHints {
  /** The letters that brands put into their numbers for it. */
  readonly letters: string;
  /** How many of the sample's parts are of this type, relative to the others, by segment. */
  readonly weights: Partial<Record<Segment, number>>;
  /** Which applications need it; all where missing. */
  readonly needs?: (app: Application) => boolean;
  /** The first model year that had it. */
  readonly firstYear?: number;
  /** By segment (`light` as `car` where missing); no position where missing. */
  readonly positions?: Partial<Record<Segment, readonly string[]>>;
  /** Whether an application has it at this position; at all of them where missing. */
  readonly positionFits?: (app: Application, position: string) => boolean;
  /** Aftermarket price per unit from the smallest to the largest vehicle (`light` as `car` where missing). */
  readonly priceUsd: Partial<Record<Segment, readonly [small: number, large: number]>>;
  /** Usual [minimum order, order multiple]. */
  readonly order: readonly (readonly [minOrder: number, orderMultiple: number])[];
  /** How many a vehicle has at one position; 1 where missing. */
  readonly perVehicle?: (draw: Draw) => number;
  readonly dimensions: (draw: Draw) => Values;
  readonly making?: (making: Making) => Values;
  /** What follows type and position in the name; the first whose conditions hold. */
  readonly suffix: readonly string[];
  /** First sentence: what it is and what it is made of. */
  readonly facts: readonly string[];
  /** What is in the box. */
  readonly box: readonly string[];
  /** What to mind when fitting. */
  readonly fitting: readonly string[];
  /** What was done to a remanufactured one; where missing there are none. */
  readonly remanufactured?: readonly string[];
  /**
   * Conditions under which a fitment holds, in plain words, of which some came up or went at a time:
   * `2012- with start-stop system`, `-2010 with 4-speed automatic transmission`.
   */
  readonly qualifiers?: readonly string[];
  /** Whether it depends on the engine, so that the engine is a frequent condition. */
  readonly dependsOnEngine?: boolean;
  /** Numbers that the trade uses for it across makers. */
  readonly tradeNumbers?: (draw: Draw, dimensions: Values) => string[];
}

/** Hints by the code of the part type. */
export type HintsByCode = Readonly<Record<string, PartTypeHints>>;

export const FRONT_AND_REAR = ['front axle', 'rear axle'] as const;
export const FRONT_AND_REAR_WHEEL = ['front wheel', 'rear wheel'] as const;

/** Rear axles and wheels have either drums or discs; commercial vehicles the same all round. */
export function hasDiscsAt(app: Application, position: string): boolean {
  if (isCommercial(app)) return app.traits.has('disc');
  if (app.kind === 'motorcycle' && !app.traits.has('disc')) return false;
  return !(position.startsWith('rear') && app.traits.has('drum'));
}
/** Upper arms and joints are on double-wishbone axles only. */
export function hasArmAt(app: Application, position: string): boolean {
  return !position.endsWith('upper') || app.traits.has('wishbone');
}

/** Whether the vehicle has an engine that burns petrol. */
export function burnsPetrol(app: Application): boolean {
  return app.traits.has('petrol') || (app.kind === 'motorcycle' && app.cylinders > 0);
}
/** Whether the vehicle has a diesel engine. */
export function burnsDiesel(app: Application): boolean {
  return app.traits.has('diesel');
}
/** Whether it has an engine at all: electric vehicles have none. */
export function hasEngine(app: Application): boolean {
  return app.cylinders > 0;
}
/** Medium and heavy trucks. */
export function isCommercial(app: Application): boolean {
  return app.traits.has('medium') || app.traits.has('heavy');
}
