import type { CertificateStore, InitializeCa } from '../ca/index.ts';
import {
  DumpFacts,
  type DumpFactsDeps,
  ExportConfiguration,
  type ExportConfigurationDeps,
  ExportSecrets,
} from './export/index.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import type { OperateTokens, ReadTokens } from '../crypto-tokens/index.ts';
import { ImportConfiguration, InitializeImported, YamlThread, ZipItemReader } from './import/index.ts';
import { DumpTypes } from './items/index.ts';

/** Dependencies of the module. */
export interface ConfigdumpModuleDeps extends Omit<
  ConstructorParameters<typeof ImportConfiguration>[0],
  'initializeImported' | 'types'
> {
  readonly authorities: DumpFactsDeps['authorities'];
  readonly certificateStore: Pick<CertificateStore, 'findStatus'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly documentAccess: ExportConfigurationDeps['documentAccess'];
  readonly responders: DumpFactsDeps['responders'];
  readonly tokens: DumpFactsDeps['tokens'];
  readonly initializeCa: Pick<InitializeCa, 'initialize'>;
  readonly operateTokens: Pick<OperateTokens, 'activate' | 'generateKeyPair'>;
  readonly readTokens: Pick<ReadTokens, 'keyOrigin' | 'keyPair' | 'status'>;
}

/** Constructs the export and the import of the configuration. */
export function configdumpModule(deps: ConfigdumpModuleDeps) {
  const types = new DumpTypes(deps.configuration.types);
  const initializeImported = new InitializeImported(deps);
  return {
    types,
    exportConfiguration: new ExportConfiguration({ ...deps, types, facts: new DumpFacts(deps) }),
    exportSecrets: new ExportSecrets({ ...deps, types }),
    importConfiguration: new ImportConfiguration({ ...deps, initializeImported, types }),
    zipItems: new ZipItemReader(new YamlThread()),
  };
}
