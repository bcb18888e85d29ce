import { array, integer, is, optional, string, type } from 'superstruct'

const PartnerToken = type({
  placard_partner: type({ permissions: array(string()), member_group_id: optional(integer()), user: optional(string()) }),
})

/** The claims of a token, without verifying it. Use them only to decide what to show; the platform verifies every request. */
function readClaims(token: string): unknown {
  try {
    const bytes = Uint8Array.from(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

function partnerClaims(token: string | undefined) {
  const claims = token === undefined ? undefined : readClaims(token)
  return is(claims, PartnerToken) ? claims.placard_partner : undefined
}

/** The permissions in a partner's token; undefined for any other token. */
export function partnerPermissions(token: string | undefined): Record<string, boolean> | undefined {
  const partner = partnerClaims(token)
  return partner && Object.fromEntries(partner.permissions.map((permission) => [permission, true]))
}

/** The subject of a token, unverified. */
export function subjectOf(token: string | undefined): string | undefined {
  const claims = token === undefined ? undefined : readClaims(token)
  return is(claims, type({ sub: string() })) ? claims.sub : undefined
}

/** The client of a partner's token; undefined for any other token. */
export const partnerClient = (token: string | undefined): number | undefined => partnerClaims(token)?.member_group_id

/** Identifies the person in front of the browser. The tokens of a partner share one subject, so the partner's visitor id is added. */
export const visitorKey = (token: string | undefined): string => [subjectOf(token), partnerClaims(token)?.user].filter(Boolean).join(' ')
