import { array, is, string, type } from 'superstruct'

const PartnerToken = type({ placard_partner: type({ permissions: array(string()) }) })

/** The middle of a token, unproven: good for what to show and for nothing else, because the platform asks again. */
function claimsIn(token: string): unknown {
  try {
    const bytes = Uint8Array.from(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** What a partner's token lets its visitor do; nothing for any other token. */
export function partnerPermissions(token: string | undefined): Record<string, boolean> | undefined {
  const claims = token === undefined ? undefined : claimsIn(token)
  if (!is(claims, PartnerToken)) return undefined
  return Object.fromEntries(claims.placard_partner.permissions.map((word) => [word, true]))
}

/** Whom a token names, unproven likewise. */
export function subjectOf(token: string | undefined): string | undefined {
  const claims = token === undefined ? undefined : claimsIn(token)
  return is(claims, type({ sub: string() })) ? claims.sub : undefined
}
