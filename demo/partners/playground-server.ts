import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerFile, type PartnerServer, partnerToken } from './partner-server.ts'
import { portalVisitor } from './portal-server.ts'
import { shopVisitor } from './shop-server.ts'

/** Serves the playground, tokens for the selected partner, and the inspector files that the partner pages share. */
export const playgroundListener = (server: PartnerServer) => async (request: IncomingMessage, response: ServerResponse) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://partner')
  if (pathname === '/playground/token')
    return partnerToken(server, response, searchParams.get('as') === 'portal' ? portalVisitor : shopVisitor)
  if (pathname.startsWith('/inspector/')) return answerFile(server, response, 'inspector', pathname.slice('/inspector/'.length))
  return answerFile(server, response, 'playground', pathname.replace(/^\/playground\/?/, '') || 'index.html')
}
