import { ofetch } from 'ofetch'

const familyName = 'Placard Inter'
let loading: Promise<void> | undefined

/**
 * Loads the Inter font once per page. It is fetched as data, so that the host's CSP needs no font-src entry for it.
 * If it fails, Arial is used.
 */
export function loadFont(address: string, onFailure: (error: unknown) => void): Promise<void> {
  loading ??= ofetch(address, { credentials: 'omit', retry: false, responseType: 'arrayBuffer' })
    .then(async (data) => {
      const font = new FontFace(familyName, data, { weight: '100 900' })
      document.fonts.add(await font.load())
    })
    .catch(onFailure)
  return loading
}
