/**
 * Which currencies Stripe takes, and between which amounts (https://docs.stripe.com/currencies): what its adapter and the
 * check of the settings both know.
 */

/** Lower case, as in Stripe's API. */
export const STRIPE_CURRENCIES: ReadonlySet<string> = new Set(
  `usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp
  cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk
  jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn
  nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std
  szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw`.split(/\s+/u),
);

/** Eight digits, in every currency. */
export const AMOUNT_MAX = 99_999_999;

/**
 * The least that can be charged, where Stripe publishes it for the currency itself. Elsewhere it asks for the worth of
 * the least amount in the account's own currency at the day's rate, which nobody knows ahead.
 */
const AMOUNT_MIN: Readonly<Record<string, number>> = {
  usd: 50,
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1_000,
};

/** The least amount that can be charged in this currency (lower case), as Stripe counts it. */
export function amountMin(currency: string): number {
  return AMOUNT_MIN[currency] ?? 1;
}
