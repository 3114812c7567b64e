/** The engines that fitments name: "2.5 L 6-cyl. petrol". */
import type { Application } from './applications.ts';
import { partsSystemOf } from './oe-numbers.ts';
import type { Random } from './random.ts';

/** Model years, both ends included. */
export interface Years {
  readonly from: number;
  readonly to: number;
}

/** `segment, make, cylinders: litres years, …`: which displacements the make's vehicles had in which model years. */
const TABLE = `
car | BMW | 3 | 1.5 2014-
car | BMW | 4 | 1.8 -1995, 1.9 1996-1999, 1.6 2002-2015, 2.0 2012-
car | BMW | 6 | 2.5 -2006, 2.8 1996-2000, 3.0 2001-
car | BMW | 8 | 4.4 1996-2005, 4.8 2006-2010, 4.4 2009-
car | Volkswagen | 4 | 1.8 -2015, 2.0 -
car | Volkswagen | 5 | 2.3 -1996, 2.5 2005-2014
car | Volkswagen | 6 | 2.8 -2004, 3.2 2004-2010, 3.6 2006-2018, 3.0 2009-
car | Volkswagen | 8 | 4.2 -2012, 4.0 2013-
car | Porsche | 4 | 3.0 -1995, 2.0 2015-, 2.5 2017-
car | Porsche | 6 | 3.6 -2012, 3.4 1999-2016, 3.8 2006-2016, 3.0 2015-
car | Porsche | 8 | 4.5 2003-2007, 4.8 2008-2016, 4.0 2017-
car | Mercedes-Benz | 4 | 2.3 -2000, 1.8 2002-2015, 2.0 2015-
car | Mercedes-Benz | 6 | 2.8 -2000, 3.2 1994-2005, 3.5 2005-2016, 3.0 2016-
car | Mercedes-Benz | 8 | 5.0 -2008, 4.3 1998-2005, 5.5 2006-2014, 4.7 2012-2018, 4.0 2016-
car | Honda | 4 | 1.6 -2000, 2.2 -1997, 2.3 1998-2002, 1.7 2001-2005, 1.8 2006-2015, 2.4 2003-2022, 1.5 2016-
car | Honda | 6 | 3.2 -2008, 3.0 1998-2007, 3.5 1999-
car | Toyota | 4 | 1.6 -1997, 1.8 1993-2019, 2.2 -2001, 2.4 2002-2011, 2.5 2010-, 2.0 2019-
car | Toyota | 6 | 3.0 -2006, 3.5 2006-
car | Toyota | 8 | 4.7 1998-2009, 5.7 2008-2021
car | Nissan | 4 | 1.6 -2002, 2.4 -2004, 1.8 2000-2019, 2.5 2002-, 2.0 2007-
car | Nissan | 6 | 3.0 -2001, 3.3 1996-2004, 3.5 2001-, 3.7 2009-2020
car | Nissan | 8 | 5.6 2004-
car | Chevrolet | 3 | 1.2 2020-, 1.3 2020-
car | Chevrolet | 4 | 2.2 -2010, 1.8 2009-2017, 2.4 2006-2017, 1.4 2011-2022, 1.5 2016-, 2.0 2013-
car | Chevrolet | 6 | 3.1 -2005, 3.4 1993-2008, 3.8 -2008, 3.6 2005-
car | Chevrolet | 8 | 5.7 -2002, 5.3 1999-, 6.2 2007-
car | Ford | 4 | 1.9 -1996, 2.0 -2011, 2.3 2003-2011, 2.5 2009-2020, 1.6 2011-2019, 2.0 2012-
car | Ford | 6 | 3.0 -2012, 4.0 1991-2011, 3.5 2007-, 3.7 2007-2017
car | Ford | 8 | 5.0 -1996, 4.6 1992-2014, 5.0 2011-
car | Dodge | 4 | 2.0 1995-2012, 2.4 1995-2022
car | Dodge | 6 | 3.3 -2010, 3.8 1994-2011, 3.5 1998-2010, 3.6 2011-
diesel car | BMW | 4 | 2.0 2014-
diesel car | BMW | 6 | 3.0 2009-
diesel car | Volkswagen | 4 | 1.9 -2006, 2.0 2009-
diesel car | Volkswagen | 6 | 3.0 2009-
diesel car | Mercedes-Benz | 6 | 3.2 2005-2006, 3.0 2007-
light | Ford | 6 | 4.2 1997-2008, 3.5 2011-, 3.7 2011-2020
light | Ford | 8 | 4.6 1997-2010, 5.4 1997-2014, 5.0 2011-, 6.2 2011-
light | Chevrolet | 8 | 5.7 -1999, 4.8 1999-2013, 5.3 1999-, 6.0 1999-2019
light | Dodge | 8 | 4.7 2002-2013, 5.7 2003-
light | Dodge | 6 | 3.6 2011-
light | Toyota | 4 | 2.4 -2004, 2.7 1995-
light | Toyota | 6 | 3.4 1995-2004, 4.0 2005-2015, 3.5 2016-
light | Toyota | 8 | 4.7 2000-2009, 5.7 2007-2021
light | Nissan | 4 | 2.4 -2004
light | Nissan | 6 | 4.0 2005-2019, 3.8 2020-
light | Nissan | 8 | 5.6 2004-
diesel light | Ford | 8 | 7.3 -2003, 6.0 2003-2007, 6.7 2011-
diesel light | Chevrolet | 8 | 6.6 2001-
diesel light | Dodge | 6 | 5.9 -2007, 6.7 2007-
diesel light | Mercedes-Benz | 6 | 3.0 2007-
diesel light | Mercedes-Benz | 4 | 2.1 2014-2022
diesel medium | Isuzu | 4 | 3.9 -1998, 4.8 1999-2004, 5.2 2005-
diesel medium | Mitsubishi Fuso | 4 | 3.9 -2004, 4.9 2005-
diesel medium | Hino | 6 | 7.7 2005-
diesel medium | International | 6 | 7.3 -2003, 7.6 -2010, 6.7 2018-, 8.9 2018-
diesel medium | Freightliner | 6 | 5.9 -2006, 8.3 -2006, 6.7 2007-, 8.9 2008-
diesel medium | Kenworth | 6 | 5.9 -2006, 8.3 -2006, 6.7 2007-, 8.9 2008-
diesel medium | Ford | 6 | 5.9 -2006, 7.2 1998-2005
diesel heavy | Freightliner | 6 | 12.7 -2009, 14.0 2000-2010, 12.8 2009-, 14.8 2009-
diesel heavy | Kenworth | 6 | 14.6 -2006, 15.0 -2020, 12.9 2010-
diesel heavy | Volvo | 6 | 12.1 -2006, 10.8 2007-, 12.8 2007-
diesel heavy | International | 6 | 10.8 -2005, 15.0 1999-2020, 12.4 2009-
`;

interface Engine {
  readonly key: string;
  readonly litres: string;
  readonly years: Years;
}

const ENGINES: readonly Engine[] = TABLE.trim()
  .split('\n')
  .flatMap((line) => {
    const [segment = '', make = '', cylinders = '', engines = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    return engines.split(', ').map((engine) => {
      const [, litres = '', from = '', to = ''] = /^(\S+) (\d*)-(\d*)$/.exec(engine) ?? [];
      return {
        key: `${segment}|${make}|${cylinders}`,
        litres,
        years: { from: Number(from || 0), to: Number(to || 9999) },
      };
    });
  });

/** One or two of the engines that the application had in these years; none where none is known. */
export function enginesOf(app: Application, years: Years, random: Random): string[] {
  const weight = ['light', 'medium', 'heavy'].find((trait) => app.traits.has(trait)) ?? app.kind;
  const diesel = app.traits.has('diesel');
  const make = partsSystemOf(app.models[0]?.make ?? '', app.kind);
  const key = `${diesel ? 'diesel ' : ''}${weight}|${make}|${app.cylinders}`;
  const middle = (years.from + years.to) / 2;
  const known = ENGINES.filter(
    (engine) => engine.key === key && engine.years.from <= middle && middle <= engine.years.to,
  );
  if (known.length === 0) return [];
  const litres = [...new Set(random.shuffled(known).map((engine) => engine.litres))];
  // Two are no condition where there are no others.
  const count = litres.length > 2 && random.chance(0.3) ? 2 : 1;
  return litres
    .slice(0, count)
    .map((size) => `${size} L ${app.cylinders}-cyl. ${diesel ? 'diesel' : 'petrol'}`);
}
