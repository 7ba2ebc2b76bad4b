import type {
  InsertInstallationItem,
  InstallationItem,
  InstallationStore,
  UpdateInstallationItem,
} from '../../../modules/installation/index.ts';
import { insertInto, type ParameterExpressions, SqlStore, updateIn } from '../../sql/index.ts';

/** Facts of the installation in the database. */
export class SqlInstallationStore extends SqlStore implements InstallationStore {
  readonly #byName = this.reads.prepareRead((kysely, given: ParameterExpressions<{ name: string }>) =>
    kysely.selectFrom('installation_item').select(['value', 'version']).where('name', '=', given.name),
  );

  async findItem(name: string): Promise<InstallationItem | undefined> {
    const row = await this.#byName.first({ name });
    return row && { name, ...row };
  }
}

const insert = insertInto(
  'installation_item',
  'installation-item.insert',
  ({ name, value }: InsertInstallationItem) => ({
    name,
    value,
    version: 1,
  }),
);

const update = updateIn(
  'installation_item',
  'installation-item.update',
  { key: ['name'], expected: ['version'], set: ['value', 'version'] },
  ({ name, value, expectedVersion }: UpdateInstallationItem) => ({
    key: { name },
    expected: { version: expectedVersion },
    set: { value, version: expectedVersion + 1 },
  }),
);

/** The writes of facts of the installation. */
export const installationWriteDefinitions = [insert, update];
