// Reads the bundle's manifests. The server of this page replaces the address with the platform's.
const platform = 'https://console.example'

async function read(name) {
  const answer = await fetch(`${platform}/${name}`)
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}`)
  return answer.json()
}

export const readElements = async () =>
  (await read('custom-elements.json')).modules.flatMap(({ declarations }) => declarations.filter(({ customElement }) => customElement))

/** Locales with a catalog, read from the names of the released files. */
export async function readLocales() {
  const names = Object.keys(await read('integrity.json'))
  const found = names.flatMap((name) => /^chunks\/words-[a-z-]+?-([a-z]{2}(?:-[A-Z][\w]*)*)-[0-9a-f]{8}\.js$/.exec(name)?.[1] ?? [])
  return [...new Set(found)].sort()
}

export { platform }
