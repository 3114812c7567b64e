/** What was told of a part's fit when it was ordered. It is kept with the order, whatever is listed for the part later. */
import {
  type Application,
  type ConditionAnswers,
  conditionsOf,
  type Fit,
  judgeFit,
  metCondition,
  settleFit,
} from './fit.ts';

export type OrderedFit = {
  readonly vehicleId: number;
  /** "2014 Audi A4", and the engine where the buyer has said it: "2014 Audi A4 2.0 TDI". */
  readonly vehicleName: string;
  readonly fit: Fit;
  /** The conditions that it depended on, or that settled it by the buyer's own word; empty where there were none. */
  readonly condition: string;
};

/** The fit as the data and the buyer's answers have it at this moment; of the applications those for other engines left out. */
export function fitWhenOrdered(
  vehicle: { readonly id: number; readonly name: string },
  listed: { readonly applications: readonly Application[]; readonly hasFitments: boolean },
  answers: ConditionAnswers,
): OrderedFit {
  const { applications } = listed;
  const fit = judgeFit(applications, listed.hasFitments);
  const condition =
    fit === 'fitsIf' ? (metCondition(applications, answers) ?? conditionsOf(applications).join('; ')) : '';
  return {
    vehicleId: vehicle.id,
    vehicleName: vehicle.name,
    fit: settleFit(fit, applications, answers),
    condition,
  };
}

/** In words, for an order's page and its document. */
export function orderedFitText({ vehicleName, fit, condition }: Omit<OrderedFit, 'vehicleId'>): string {
  switch (fit) {
    case 'fits':
      return condition === ''
        ? `For ${vehicleName}: fits`
        : `For ${vehicleName}: fits, since the buyer said: ${condition}`;
    case 'fitsIf':
      return `For ${vehicleName}: fits if: ${condition}`;
    case 'doesNotFit':
      return condition === ''
        ? `For ${vehicleName}: not listed as fitting`
        : `For ${vehicleName}: does not fit, since the buyer said it is not: ${condition}`;
    case 'unknown':
      return `For ${vehicleName}: fit not known`;
  }
}
