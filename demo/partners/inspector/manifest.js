// What the bundle says about itself; the address is the platform's, which the server of this page writes in.
const platform = 'https://console.example'

async function read(name) {
  const answer = await fetch(`${platform}/${name}`)
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}`)
  return answer.json()
}

/** The declarations of every public element. */
export const readElements = async () =>
  (await read('custom-elements.json')).modules.flatMap(({ declarations }) => declarations.filter(({ customElement }) => customElement))

/** The locales that have words, as the names of the released files tell. */
export async function readLocales() {
  const names = Object.keys(await read('integrity.json'))
  const found = names.flatMap((name) => /^chunks\/words-[a-z-]+?-([a-z]{2}(?:-[A-Z][\w]*)*)-[0-9a-f]{8}\.js$/.exec(name)?.[1] ?? [])
  return [...new Set(found)].sort()
}

export { platform }
