/** The settings of profiles with their tests, and those of EJBCA with ours. */
import rows from './tested-settings.json' with { type: 'json' };

/** The test in which a setting changes the result, or why it changes nothing. */
export type SettingRow = { readonly file: string; readonly test: string } | { readonly reason: string };

/** A setting of EJBCA's profiles: ours that do the same, and why there is none, or what is different. */
export interface EjbcaSetting {
  readonly setting: string;
  readonly here?: readonly string[];
  readonly reason?: string;
}

export interface TestedSettings {
  readonly settings: Readonly<Record<string, SettingRow>>;
  readonly ejbca: readonly EjbcaSetting[];
}

/** By the token of the type of profile. */
export const TESTED_SETTINGS: Readonly<Record<'CERTPROFILE' | 'EEPROFILE', TestedSettings>> = rows;
