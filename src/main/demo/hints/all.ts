import { AIR_BRAKES } from './air-brakes.ts';
import { ARMS_AND_JOINTS } from './arms-and-joints.ts';
import { BRAKE_HYDRAULICS } from './brake-hydraulics.ts';
import { BRAKING } from './braking.ts';
import { CLIMATE, COOLING } from './cooling-and-climate.ts';
import { DRIVETRAIN } from './drivetrain.ts';
import { ELECTRICS } from './electrics.ts';
import { ENGINE } from './engine.ts';
import { ENGINE_PERIPHERY } from './engine-periphery.ts';
import { EXHAUST_AND_CONTROLS } from './exhaust-and-controls.ts';
import { FILTERS } from './filters.ts';
import { IGNITION_AND_FUEL } from './ignition-and-fuel.ts';
import { BODY, LIGHTING } from './lighting-and-body.ts';
import type { HintsByCode } from './part-type-hints.ts';
import { SENSORS } from './sensors.ts';
import { STEERING_AND_WHEELS } from './steering-and-wheels.ts';
import { SUSPENSION } from './suspension.ts';

/** What the sample catalogue knows of each part type, by the code that reference/part-types.json gives it. */
export const PART_TYPE_HINTS: HintsByCode = {
  ...BRAKING,
  ...BRAKE_HYDRAULICS,
  ...AIR_BRAKES,
  ...FILTERS,
  ...ENGINE,
  ...ENGINE_PERIPHERY,
  ...IGNITION_AND_FUEL,
  ...SENSORS,
  ...COOLING,
  ...CLIMATE,
  ...ELECTRICS,
  ...LIGHTING,
  ...BODY,
  ...SUSPENSION,
  ...ARMS_AND_JOINTS,
  ...STEERING_AND_WHEELS,
  ...DRIVETRAIN,
  ...EXHAUST_AND_CONTROLS,
};
