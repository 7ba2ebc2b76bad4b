import type { Configuration } from '../configuration/index.ts';
import type { RoleSource } from './access-control.ts';
import type { Role } from './role.ts';
import { roleType } from './role-type.ts';

/** The roles of the configuration. */
export class ConfiguredRoles implements RoleSource {
  readonly #configuration: Configuration;

  constructor(configuration: Configuration) {
    this.#configuration = configuration;
  }

  get epoch(): number {
    return this.#configuration.epoch;
  }

  async roles(): Promise<readonly Role[]> {
    const documents = await this.#configuration.list(roleType);
    return documents.map(({ id, namespace, name, value }) => ({ id, namespace, name, ...value }));
  }

  async nameOf(type: string, id: number): Promise<string | undefined> {
    return (await this.#configuration.findById({ token: type, parse: () => undefined }, id))?.name;
  }
}
