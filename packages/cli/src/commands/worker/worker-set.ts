/** The commands that change properties of a worker. The others stay what they are. */
import type { CliCommand } from '../../cli-command.ts';
import { printable } from '../../terminal/output.ts';
import { propertyName, readProperties } from '../../files/worker-properties.ts';
import { formatRemarks } from './worker-show.ts';

/** `sealwright worker set`: gives properties values. */
export function addWorkerSetCommand(worker: CliCommand): void {
  worker
    .command('set')
    .argument('<worker>', 'name or id')
    .argument('<properties...>', 'NAME=VALUE, or NAME=@FILE for a value in a file; @- is standard input')
    .summary('set properties of a worker')
    .description('Gives properties of a worker values. A change holds from the next request on.')
    .examples(
      'sealwright worker set PlainSigner DISABLED=TRUE',
      'sealwright worker set PlainSigner SIGNERCERTCHAIN=@chain.pem',
      'pass show signing/alice | sealwright worker set PlainSigner USER.ALICE=@-',
    )
    .inSession(async (session, command) => {
      const [named = '', ...given] = command.args;
      const properties = await readProperties(given, session.context);
      const rest = await session.connectToWorkers();
      const { id, name } = await rest.change(named, ({ type, rules, properties: present }) => ({
        type,
        rules,
        properties: { ...present, ...properties },
      }));
      const names = Object.keys(properties);
      const { problems, warnings } = await rest.status(id);
      session.show({
        text: () =>
          `set: ${printable(names.join(', '))} of ${printable(name)}\n${formatRemarks({ problems, warnings }).join('')}`,
        json: { outcome: 'set', worker: { id, name }, properties: names, problems, warnings },
      });
      return 'success';
    });
}

/** `sealwright worker unset`: takes properties away. */
export function addWorkerUnsetCommand(worker: CliCommand): void {
  worker
    .command('unset')
    .argument('<worker>', 'name or id')
    .argument('<properties...>', 'names')
    .summary('take properties of a worker away')
    .description('Removes properties of a worker. It is not an error if it does not have them.')
    .examples('sealwright worker unset PlainSigner DISABLED')
    .inSession(async (session, command) => {
      const [named = '', ...given] = command.args;
      const names = given.map(propertyName);
      const rest = await session.connectToWorkers();
      const { id, name } = await rest.change(named, ({ type, rules, properties }) => ({
        type,
        rules,
        properties: Object.fromEntries(Object.entries(properties).filter(([key]) => !names.includes(key))),
      }));
      const { problems, warnings } = await rest.status(id);
      session.show({
        text: () =>
          `taken away: ${printable(names.join(', '))} of ${printable(name)}\n${formatRemarks({ problems, warnings }).join('')}`,
        json: { outcome: 'unset', worker: { id, name }, properties: names, problems, warnings },
      });
      return 'success';
    });
}
