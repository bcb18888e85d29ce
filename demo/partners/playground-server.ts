import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerFile, type PartnerServer, partnerToken } from './partner-server.ts'
import { portalVisitor } from './portal-server.ts'
import { shopVisitor } from './shop-server.ts'

/** The playground: its page, and tokens of whichever partner it is played as; what the partners' pages show of themselves is here too. */
export const playgroundListener = (server: PartnerServer) => async (request: IncomingMessage, response: ServerResponse) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://partner')
  if (pathname === '/playground/token')
    return partnerToken(server, response, searchParams.get('as') === 'portal' ? portalVisitor : shopVisitor)
  if (pathname.startsWith('/inspector/')) return answerFile(server, response, 'inspector', pathname.slice('/inspector/'.length))
  return answerFile(server, response, 'playground', pathname.replace(/^\/playground\/?/, '') || 'index.html')
}
