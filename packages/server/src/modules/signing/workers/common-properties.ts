/** Properties that every worker of SignServer has. Here they have no effect, or only one supported value: any other value is reported. */
import { keyAlgorithmByName, readable } from '@sealwright/pki';
import type { WorkerProperties } from '../worker-contract/index.ts';

/** Reports values that ask for unsupported behavior, so that nobody relies on it. */
export function checkCommonProperties(properties: WorkerProperties): void {
  const accounter = properties.text('ACCOUNTER') ?? NO_ACCOUNTER;
  if (accounter !== NO_ACCOUNTER && !NO_ACCOUNTER.endsWith(`.${accounter}`))
    properties.report('ACCOUNTER', `is '${accounter}', and nobody is charged here: it has to be ${NO_ACCOUNTER}`);
  // Both are only checked: workers need no certificate in any case, and cached keys are dropped with every change of the configuration.
  properties.boolean('NOCERTIFICATES', false);
  properties.boolean('CACHE_PRIVATEKEY', true);
  properties.boolean(EXPLICIT_CURVES, false);
  const algorithm = properties.text('KEYALG');
  if (algorithm !== undefined && !isKeyAlgorithm(algorithm))
    properties.warn('KEYALG', `is '${algorithm}', which is not a known key algorithm, so no key is made with it`);
}

/** Accepts a family as well: KEYSPEC then names the algorithm. */
function isKeyAlgorithm(name: string): boolean {
  return FAMILIES.includes(name.toUpperCase()) || readable(() => keyAlgorithmByName(name)) !== undefined;
}

/** The property that has certification requests give the curve parameters of keys explicitly instead of by name. */
export const EXPLICIT_CURVES = 'EXPLICITECC';

const FAMILIES = ['EDDSA', 'ML-DSA', 'SLH-DSA'];
const NO_ACCOUNTER = 'org.signserver.server.NoAccounter';
