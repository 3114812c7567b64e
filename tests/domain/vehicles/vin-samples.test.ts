/** VINs as mechanics type them, invented by the rules of their makers: none is read as what it is not. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isVin, normaliseVin, readVin, type VinReading } from '#domain/vehicles/vin.ts';
import { readVinTable } from '#domain/vehicles/vin-table.ts';

const table = readVinTable(readFileSync(new URL('../../../reference/vins.txt', import.meta.url), 'utf8'));
const read = (vin: string) => readVin(normaliseVin(vin), table, 2027);
const names = (reading: VinReading) =>
  reading.models.map(({ year, make, model }) => `${year} ${make} ${model}`);

/** What a reading claims: one vehicle as good as certain, some that it may be, the years, the make or nothing. */
function claimOf(reading: VinReading): string {
  const { checkDigit, makes, years, models } = reading;
  if (models.length > 0)
    return checkDigit === 'right' && models.length === 1 && years.length === 1 ? 'sure' : 'open';
  return years.length > 0 ? 'year' : makes.length > 0 ? 'make' : 'none';
}

/** VIN, what it is of, and how much is claimed of it. */
const VINS: readonly (readonly [string, string, string])[] = [
  ['1HGCG5652WA123456', '1998 Honda Accord', 'sure'],
  ['1HGEJ8247TL012345', '1996 Honda Civic', 'sure'],
  ['2HGFG12698H512345', '2008 Honda Civic', 'sure'],
  ['5FNRL38227B012345', '2007 Honda Odyssey', 'sure'],
  ['1HGCB7651NA123456', '1992 Honda Accord', 'sure'],
  ['19XFC2F52GE012345', '2016 Honda Civic', 'sure'],
  ['JTDKB20U893012345', '2009 Toyota Prius', 'sure'],
  ['4T1BE32K42U512345', '2002 Toyota Camry', 'sure'],
  ['4T1BF1FK8CU512345', '2012 Toyota Camry', 'sure'],
  ['4T1SK12E9PU123456', '1993 Toyota Camry', 'sure'],
  ['4T1G11AK9PU123456', '2023 Toyota Camry', 'sure'],
  ['JTMZD33V465012345', '2006 Toyota RAV4', 'sure'],
  ['1N4AL11D24C123456', '2004 Nissan Altima', 'sure'],
  ['1N4BL4BV0PC123456', '2023 Nissan Altima', 'sure'],
  ['1N4EB31P4PC123456', '1993 Nissan Sentra', 'sure'],
  ['JN1CZ24H5PX123456', '1993 Nissan 300ZX', 'sure'],
  ['1FTEW1EP5PFA12345', '2023 Ford F-150', 'sure'],
  ['1FTDF15N0PLA12345', '1993 Ford F-150', 'sure'],
  ['1FTHX26G7SKA12345', '1995 Ford F-250', 'open'],
  ['1FAFP4042XF123456', '1999 Ford Mustang', 'sure'],
  ['1FMDU34X8PUA12345', '1993 Ford Explorer', 'sure'],
  ['1FMSK8DH6PGA12345', '2023 Ford Explorer', 'sure'],
  ['1FABP40E2KF123456', '1989 Ford Mustang', 'year'],
  ['1G1YY22G3W5112345', '1998 Chevrolet Corvette', 'sure'],
  ['1G1JC1244P7123456', '1993 Chevrolet Cavalier', 'sure'],
  ['1GCEC14K3PZ123456', '1993 Chevrolet C/K Pickup', 'sure'],
  ['1GCPYBEK5PZ123456', '2023 Chevrolet Silverado', 'sure'],
  ['3GCUKREC1EG123456', '2014 Chevrolet Silverado', 'sure'],
  ['1B7HC16Y4XS123456', '1999 Dodge Ram', 'sure'],
  ['2C3CDXHG1PH123456', '2023 Dodge Charger', 'sure'],
  ['1B3XA4632PF123456', '1993 Dodge Spirit', 'sure'],
  ['1J4FX58S4PC123456', '1993 Jeep Grand Cherokee', 'sure'],
  ['1C4HJXDGXPW123456', '2023 Jeep Wrangler', 'sure'],
  ['5YJ3E1EA3JF012345', '2018 Tesla Model 3', 'sure'],
  ['WBAVB13506PT12345', '2006 BMW 325i', 'sure'],
  ['WBACB4314PFL12345', '1993 BMW 325i', 'sure'],
  ['WBA3A5C52CF123456', '2012 BMW 328i', 'sure'],
  ['WAUAF78E08A123456', '2008 Audi A4', 'sure'],
  ['WAUBFAFL7EN012345', '2014 Audi A4', 'sure'],
  ['3VWRM71K49M123456', '2009 Volkswagen Jetta', 'sure'],
  ['1VWBN7A38DC012345', '2013 Volkswagen Passat', 'sure'],
  ['WP0AB29905S740123', '2005 Porsche 911', 'sure'],
  ['WDBUF56J76A812345', '2006 Mercedes-Benz E-Class', 'sure'],
  ['WDBEA32E3PC123456', '1993 Mercedes-Benz 300', 'sure'],
  ['YV1LW5714P2012345', '1993 Volvo 850', 'sure'],
  ['YV4L12RKXP1012345', '2023 Volvo XC60', 'sure'],
  ['KMHDU4AD9AU012345', '2010 Hyundai Elantra', 'sure'],
  ['1FUJGLDR1DSBZ1234', '2013 Freightliner Cascadia', 'open'],
  ['1FUJA6CV94LM12345', '2004 Freightliner Columbia', 'sure'],
  ['1XKWD49XXSJ123456', '2025 Kenworth W900', 'open'],
  ['1XPBDP9XXPD123456', '2023 Peterbilt 579', 'open'],
  ['1XP5DB9X7PN123456', '1993 Peterbilt 379', 'open'],
  ['4VG7DAJH6SN123456', '1995 Volvo WIA', 'open'],
  ['1M1AA13Y3SW012345', '1995 Mack CH', 'open'],
  ['54DC4W1B0PS123456', '2023 Isuzu NPR-HD', 'year'],
  ['1HTMMAAN7NH123456', '2022 International MV', 'year'],
  ['JH2PC40057M012345', '2007 Honda CBR600RR', 'sure'],
  ['JH2RC4467DK012345', '2013 Honda VT750', 'year'],
  ['JH2SC5906SK012345', '2025 Honda CBR1000RR', 'year'],
  ['JYA4TVE06PA012345', '1993 Yamaha XV1100', 'year'],
  ['JYARN78E2PA012345', '2023 Yamaha YZF-R1', 'year'],
  ['JS1GN7DA7P2101234', '2023 Suzuki GSX-R600', 'open'],
  ['1HD1BJL1XSY012345', '1995 Harley-Davidson Heritage Softail Classic', 'open'],
  ['1HD1YBK19SB012345', '2025 Harley-Davidson Softail', 'year'],
  ['1HD4LE213CC412345', '2012 Harley-Davidson Iron 883', 'open'],
  ['ZDM1XBEW5DB012345', '2013 Ducati Multistrada', 'make'],
  ['WAUZZZ8K9BA123456', '2011 Audi A4', 'make'],
  ['WAUZZZ8E23A123456', '2003 Audi A4', 'make'],
  ['WVWZZZ1KZ5W123456', '2005 Volkswagen Golf', 'make'],
  ['WDB2110061A123456', '2003 Mercedes-Benz E-Class', 'make'],
  ['WP0ZZZ99Z5S740123', '2005 Porsche 911', 'make'],
  ['ZFA16900001234567', '2006 Fiat Panda', 'make'],
  ['VF7NC9HP8CY512345', '2012 Citroën C4', 'none'],
  ['TMBJF73T9B9012345', '2011 Škoda Superb', 'none'],
  ['JTEBU29J805012345', '2005 Toyota Land Cruiser Prado', 'make'],
  ['JN1TANT31U0012345', '2008 Nissan X-Trail', 'make'],
  ['KMHBT51DP5U012345', '2005 Hyundai Getz', 'make'],
  ['9BWZZZ377VT004251', '1997 Volkswagen Gol', 'make'],
  ['6FPAAAJGSW4B12345', '2004 Ford Falcon', 'none'],
  ['LJCPCBLCX11012345', '2001 a moped', 'none'],
];

describe.each(VINS)('%s, of a %s', (vin, truth, claim) => {
  const reading = read(vin);
  it(`is read as far as: ${claim}`, () => expect(claimOf(reading)).toBe(claim));
  it('is never surely another', () => {
    if (claim === 'sure') expect(names(reading)).toEqual([truth]);
    if (reading.years.length > 0) expect(reading.years).toContain(Number(truth.slice(0, 4)));
    if (reading.makes.length > 0) expect(reading.makes.some((make) => truth.includes(make))).toBe(true);
  });
  it('is read alike in any writing', () => {
    const loose = `${vin.slice(0, 3)} ${vin.slice(3, 9)}-${vin.slice(9)}`.toLowerCase();
    const slipped = vin.replaceAll('1', 'I').replaceAll('0', 'o');
    for (const typed of [loose, slipped]) {
      expect(isVin(typed)).toBe(true);
      expect(read(typed)).toEqual(reading);
    }
    expect(isVin(vin.slice(1))).toBe(false);
    expect(isVin(`${vin}1`)).toBe(false);
  });
  it('is never sure with a slip in it', () => {
    for (const [at, character] of [...vin].entries()) {
      const slip = `${vin.slice(0, at)}${character === '2' ? '3' : '2'}${vin.slice(at + 1)}`;
      const other = read(slip);
      // One slip in eleven gives the same check digit; of it no table can know.
      if (other.checkDigit !== 'right') expect(claimOf(other)).not.toBe('sure');
    }
  });
});

it('with the filler of European makers is of no model, whatever its check digit says by chance', () => {
  const character = fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789');
  fc.assert(
    fc.property(
      fc.constantFrom('WVW', 'WAU', 'WP0', 'TRU', 'WV1', 'WVG'),
      fc.array(character, { minLength: 11, maxLength: 11 }),
      (wmi, rest) => {
        expect(read(`${wmi}ZZZ${rest.join('')}`)).toMatchObject({ models: [], years: [] });
      },
    ),
  );
});

it('of a motorcycle or a heavy truck says one year only where its letter stands for one', () => {
  // R and 3: 1994 or 2024, and 2003 alone.
  for (const wmi of ['JH2', 'JYA', 'JKA', 'JS1', '1HD', '1XK', '1XP', '1FU', '4V4', '1M1']) {
    for (const rest of ['PC40057R', 'RC446A5R', 'WD49X1RJ']) {
      const vin = `${wmi}${rest}`.slice(0, 9).concat('RM012345');
      const right = [...'0123456789X'].map((digit) => `${vin.slice(0, 8)}${digit}${vin.slice(9)}`);
      for (const one of right) expect(read(one).years).not.toHaveLength(1);
    }
  }
});
