import { ofetch } from 'ofetch'

const familyName = 'Placard Inter'
let loading: Promise<void> | undefined

/**
 * Brings our own font to a page, once. It comes as data, so that a page's rules about fonts do not have to know us;
 * without it Arial stands in.
 */
export function loadFont(address: string, onFailure: (error: unknown) => void): Promise<void> {
  loading ??= ofetch(address, { credentials: 'omit', retry: false, responseType: 'arrayBuffer' })
    .then(async (data) => {
      const face = new FontFace(familyName, data, { weight: '100 900' })
      document.fonts.add(await face.load())
    })
    .catch(onFailure)
  return loading
}
