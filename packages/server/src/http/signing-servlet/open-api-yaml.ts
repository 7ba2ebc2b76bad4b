/** The description of an interface as YAML. The library is loaded when somebody asks. */
export async function toYaml(json: string): Promise<string> {
  const { stringify } = await import('../../kernel/formats/yaml.ts');
  return stringify(JSON.parse(json), { aliasDuplicateObjects: false });
}
