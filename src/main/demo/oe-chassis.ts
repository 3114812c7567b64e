/** The chassis codes that some makers begin their numbers with, by model and first model year. */
import type { Random } from './random.ts';

/** `make: models: code from year, code from year …`; the last that has begun by then counts. `*`: any other model. */
const TABLE = `
Volkswagen | Touareg, Atlas, Atlas Cross Sport | 7L0 2003, 7P0 2011, 3QF 2018
Volkswagen | Passat, CC, Phaeton, Arteon | 357 1990, 3B0 1998, 3C0 2006, 561 2012, 3G0 2019
Volkswagen | Tiguan, Taos | 5N0 2009, 5NA 2018
Volkswagen | Beetle | 1C0 1998, 5C0 2012
Volkswagen | EuroVan, Vanagon | 251 1990, 701 1992
Volkswagen | Routan | 7B0 2009
Volkswagen | ID.4, ID. Buzz | 1EA 2021
Volkswagen | * | 191 1990, 1H0 1994, 1J0 1999, 1K0 2005, 5C0 2011, 5G0 2015, 5Q0 2018, 5H0 2022
Audi | A4, A4 allroad, S4, RS 4, A5, S5, RS 5 | 8D0 1990, 8E0 2002, 8K0 2009, 8W0 2017
Audi | A6, S6, A7, S7, RS 7, A6 allroad, RS 6 Avant, allroad | 4A0 1990, 4B0 1998, 4F0 2005, 4G0 2012, 4K0 2019
Audi | A8, S8 | 4D0 1990, 4E0 2003, 4H0 2011, 4N0 2019
Audi | A3, S3 | 8P0 2006, 8V0 2015, 8Y0 2022
Audi | TT, TTS | 8N0 2000, 8J0 2008, 8S0 2016
Audi | Q3 | 8U0 2015, 83A 2019
Audi | Q5, SQ5 | 8R0 2009, 80A 2018
Audi | Q7, Q8, SQ7, SQ8, RS Q8 | 4L0 2007, 4M0 2017
Audi | R8 | 420 2008, 4S0 2017
Audi | e-tron, e-tron Sportback, e-tron GT, RS e-tron GT, Q4 e-tron | 4KE 2019, 9J1 2022
Audi | * | 443 1990, 8A0 1993
Porsche | 911 | 964 1990, 993 1995, 996 1999, 997 2005, 991 2012, 992 2020
Porsche | Boxster, Cayman, 718 Boxster, 718 Cayman, 718 Spyder | 986 1997, 987 2005, 981 2013, 982 2017
Porsche | Cayenne | 955 2003, 958 2011, 9Y0 2019
Porsche | Panamera | 970 2010, 971 2017
Porsche | Macan | 95B 2015
Porsche | Taycan | 9J1 2020
Porsche | * | 944 1990, 968 1992
Mercedes-Benz | C-Class, CLC-Class | 202 1994, 203 2001, 204 2008, 205 2015, 206 2022
Mercedes-Benz | E-Class, CLS-Class | 210 1996, 211 2003, 212 2010, 213 2017
Mercedes-Benz | S-Class, CL-Class | 140 1992, 220 2000, 221 2007, 222 2014, 223 2021
Mercedes-Benz | SL-Class | 129 1990, 230 2003, 231 2013
Mercedes-Benz | M-Class, GLE-Class, GL-Class, GLS-Class | 163 1998, 164 2006, 166 2012, 167 2020
Mercedes-Benz | R-Class | 251 2006
Mercedes-Benz | GLK-Class, GLC-Class | 204 2010, 253 2016, 254 2023
Mercedes-Benz | SLK-Class, SLC-Class | 170 1998, 171 2005, 172 2012
Mercedes-Benz | CLK-Class | 208 1998, 209 2003
Mercedes-Benz | CLA-Class, GLA-Class, B-Class, A-Class, GLB-Class | 117 2014, 156 2016, 177 2019
Mercedes-Benz | G-Class | 463 1999
Mercedes-Benz | AMG GT, SLS AMG | 197 2011, 190 2016
Mercedes-Benz | EQB, EQE, EQS, EQE SUV, EQS SUV | 295 2022
Mercedes-Benz | Sprinter | 906 2005, 907 2019
Mercedes-Benz | Metris | 447 2016
Mercedes-Benz | * | 124 1990, 201 1990
`;

interface Codes {
  readonly make: string;
  readonly models: readonly string[];
  readonly eras: readonly { readonly code: string; readonly from: number }[];
}

const CODES: readonly Codes[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [make = '', models = '', eras = ''] = line.split('|').map((cell) => cell.trim());
    return {
      make,
      models: models.split(',').map((model) => model.trim()),
      eras: eras.split(',').map((era) => {
        const [code = '', from = ''] = era.trim().split(' ');
        return { code, from: Number(from) };
      }),
    };
  });

/** The chassis code of a model in its first year; three digits by chance where the make has none listed. */
export function chassisOf(vehicle: { make: string; model: string; year: number }, random: Random): string {
  const ofMake = CODES.filter(({ make }) => make === vehicle.make);
  const codes =
    ofMake.find(({ models }) => models.includes(vehicle.model)) ??
    ofMake.find(({ models }) => models.includes('*'));
  const begun = codes?.eras.filter(({ from }) => from <= vehicle.year).at(-1) ?? codes?.eras[0];
  return begun?.code ?? String(random.int(200, 899));
}
