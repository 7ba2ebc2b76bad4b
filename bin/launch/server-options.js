// The memory and processors that a server uses. V8 and the C library read these settings once, when a process begins.

/** Names of options with their values. */
const OPTIONS = {
  // V8's helpers. A server is busy with a core and a half: of the four that Node starts each keeps megabytes, and together they take more processor time.
  '--v8-pool-size': '1',
  // Megabytes. V8 would take two halves of 32.
  '--max-semi-space-size': '16',
};

/** The pools of memory of glibc, which makes eight for each processor. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };

/**
 * Returns what a process lacks to be a server's. What the caller that starts it has set stays as it is.
 *
 * @param {readonly string[]} given - the options of Node
 * @param {NodeJS.ProcessEnv} environment
 * @returns {{ options: readonly string[], environment: Record<string, string> } | undefined} undefined when it lacks no option
 */
export function lackingOptions(given, environment) {
  const known = [...given, ...(environment['NODE_OPTIONS'] ?? '').split(' ')].map((option) => nameOf(option));
  const options = Object.entries(OPTIONS)
    .filter(([name]) => !known.includes(name))
    .map(([name, value]) => `${name}=${value}`);
  if (options.length === 0) return undefined;
  const missing = Object.entries(ENVIRONMENT).filter(([name]) => environment[name] === undefined);
  return { options, environment: Object.fromEntries(missing) };
}

/** @param {string} option */
function nameOf(option) {
  return option.split('=', 1)[0]?.replaceAll('_', '-') ?? option;
}
