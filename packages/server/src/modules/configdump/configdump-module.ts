import type { CaStateStore, InitializeCa } from '../ca/index.ts';
import type { OperateTokens, ReadTokens } from '../crypto-tokens/index.ts';
import { ImportConfiguration, InitializeImported } from './import/index.ts';
import { DumpTypes } from './items/index.ts';

/** Dependencies of the module. */
export interface ConfigdumpModuleDeps extends Omit<
  ConstructorParameters<typeof ImportConfiguration>[0],
  'initializeImported' | 'types'
> {
  readonly initializeCa: Pick<InitializeCa, 'initialize'>;
  readonly operateTokens: Pick<OperateTokens, 'activate' | 'generateKeyPair'>;
  readonly readTokens: Pick<ReadTokens, 'keyPair' | 'status'>;
  readonly states: Pick<CaStateStore, 'findState'>;
}

/** Constructs the export and the import of the configuration. */
export function configdumpModule(deps: ConfigdumpModuleDeps) {
  const types = new DumpTypes(deps.configuration.types);
  const initializeImported = new InitializeImported(deps);
  return { types, importConfiguration: new ImportConfiguration({ ...deps, initializeImported, types }) };
}
