/** Properties that every worker of SignServer has and that decide nothing here, or one thing only: a value that asks for more is reported. */
import { keyAlgorithmByName, readable } from '@sealwright/pki';
import type { WorkerProperties } from '../worker-contract/index.ts';

/** Reports those that ask for what this program does not do, so that nobody relies on it. */
export function checkCommonProperties(properties: WorkerProperties): void {
  const accounter = properties.text('ACCOUNTER') ?? NO_ACCOUNTER;
  if (accounter !== NO_ACCOUNTER && !NO_ACCOUNTER.endsWith(`.${accounter}`))
    properties.report('ACCOUNTER', `is '${accounter}', and nobody is charged here: it has to be ${NO_ACCOUNTER}`);
  // A worker without a certificate is nothing to complain about, and a key is forgotten with every change of the configuration.
  properties.boolean('NOCERTIFICATES', false);
  properties.boolean('CACHE_PRIVATEKEY', true);
  properties.boolean(EXPLICIT_CURVES, false);
  const algorithm = properties.text('KEYALG');
  if (algorithm !== undefined && !isKeyAlgorithm(algorithm))
    properties.warn(
      'KEYALG',
      `is '${algorithm}', which is no key algorithm that is known here, so no key is made with it`,
    );
}

/** Also for a family, of which KEYSPEC names the member. */
function isKeyAlgorithm(name: string): boolean {
  return FAMILIES.includes(name.toUpperCase()) || readable(() => keyAlgorithmByName(name)) !== undefined;
}

/** The property by which requests for certificates describe the curves of keys instead of naming them. */
export const EXPLICIT_CURVES = 'EXPLICITECC';

const FAMILIES = ['EDDSA', 'ML-DSA', 'SLH-DSA'];
const NO_ACCOUNTER = 'org.signserver.server.NoAccounter';
