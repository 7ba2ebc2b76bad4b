/** Settings as the environment and `sealwright.yaml` have them. */
import type { YAMLParseError } from 'yaml';
import { didYouMean } from '../kernel/text/nearest-word.ts';
import { ServerConfigError } from './errors.ts';
import { type GivenSettings, SETTING_NAMES, SETTINGS, underPresentNames } from './settings.ts';

/** Reads the variables of the environment that begin with `SEALWRIGHT_`; an empty one is not set. */
export function fromEnvironment(environment: Readonly<Record<string, string | undefined>>): GivenSettings {
  return underPresentNames(
    SETTING_NAMES.flatMap((name) => {
      const value = environment[`SEALWRIGHT_${name.toUpperCase().replaceAll('-', '_')}`];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}

/**
 * Reads `sealwright.yaml`.
 *
 * @throws {@link ServerConfigError}
 */
export async function fromYaml(text: string | undefined): Promise<GivenSettings> {
  if (text === undefined) return {};
  const { parse: parseYaml } = await import('../kernel/formats/yaml.ts');
  let settings: unknown;
  try {
    settings = parseYaml(text);
  } catch (error) {
    // Neither its message nor the error itself is passed on: both quote the line, which may hold the database's password.
    const { code = 'unreadable', linePos: [at] = [] } = error as Partial<YAMLParseError>;
    throw new ServerConfigError(`sealwright.yaml is not YAML${at === undefined ? '' : ` in line ${at.line}`}: ${code}`);
  }
  if (settings === null) return {};
  if (typeof settings !== 'object' || Array.isArray(settings))
    throw new ServerConfigError('sealwright.yaml is not a map of settings');
  const known = Object.keys(SETTINGS).filter((name) => name !== 'home');
  return underPresentNames(
    Object.entries(settings).map(([name, value]) => {
      if (!SETTING_NAMES.includes(name) || name === 'home') {
        throw new ServerConfigError(
          `sealwright.yaml has the unknown setting '${name}'${didYouMean(name, known)}; known are ${known.join(', ')}`,
        );
      }
      return [name, textOf(value)];
    }),
  );
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}
