import { array, integer, is, optional, string, type } from 'superstruct'

const PartnerToken = type({
  placard_partner: type({ permissions: array(string()), member_group_id: optional(integer()), user: optional(string()) }),
})

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

function partnerIn(token: string | undefined) {
  const claims = token === undefined ? undefined : claimsIn(token)
  return is(claims, PartnerToken) ? claims.placard_partner : undefined
}

/** What a partner's token lets its visitor do; nothing for any other token. */
export function partnerPermissions(token: string | undefined): Record<string, boolean> | undefined {
  const partner = partnerIn(token)
  return partner && Object.fromEntries(partner.permissions.map((word) => [word, true]))
}

/** Whom a token names, unproven likewise. */
export function subjectOf(token: string | undefined): string | undefined {
  const claims = token === undefined ? undefined : claimsIn(token)
  return is(claims, type({ sub: string() })) ? claims.sub : undefined
}

/** The client that a partner's token is for; nothing for any other token. */
export const partnerClient = (token: string | undefined): number | undefined => partnerIn(token)?.member_group_id

/** Tells apart who sits before the browser: somebody of the platform, or a visitor of a partner's, whose tokens all have one subject. */
export const whoIn = (token: string | undefined): string => [subjectOf(token), partnerIn(token)?.user].filter(Boolean).join(' ')
