/**
 * Settings of a certificate profile, as administrators write them.
 *
 * Durations are texts such as `2y` or `1y 2mo 3d 4h 5m 6s`: a year counts 365 days, a month 30.
 */
import { Type } from 'typebox';
import { cvcProfileMembers } from './cvc-settings.ts';
import {
  constraintAndIdSettings,
  furtherSettings,
  nameSettings,
  policySettings,
  usageSettings,
} from './extension-settings.ts';
import { basicSettings, keySettings, storageSettings } from './general-settings.ts';
import { locationSettings } from './location-settings.ts';
import { overrideSettings } from './override-settings.ts';
import { qualifiedSettings } from './qualified-settings.ts';
import { endEntityExtensionSettings } from './end-entity-extension-settings.ts';
import { strict } from '../../common/index.ts';
import { sshProfileMembers } from './ssh-settings.ts';
import { keyPeriodSettings, validitySettings } from './validity-settings.ts';

/** Schema of a certificate profile. */
export const certificateProfileSchema = Type.Object(
  {
    ...basicSettings,
    ...keySettings,
    ...validitySettings,
    ...overrideSettings,
    ...storageSettings,
    ...constraintAndIdSettings,
    ...usageSettings,
    ...nameSettings,
    ...locationSettings,
    ...policySettings,
    ...qualifiedSettings,
    ...keyPeriodSettings,
    ...endEntityExtensionSettings,
    ...furtherSettings,
    ...sshProfileMembers,
    ...cvcProfileMembers,
  },
  strict,
);
