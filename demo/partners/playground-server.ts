import type { IncomingMessage, ServerResponse } from 'node:http'
import { anyOrigin, serveFile, type PartnerServer, partnerToken } from './partner-server.ts'
import { portalVisitor } from './portal-server.ts'
import { shopVisitor } from './shop-server.ts'

/** Serves the playground, tokens for it, and the files of the inspector: the panel with messages and events on all partner pages. */
export const playgroundListener = (server: PartnerServer) => async (request: IncomingMessage, response: ServerResponse) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', anyOrigin)
  if (pathname === '/playground/token') {
    // All permissions, because the page has controls for every element.
    const visitor = searchParams.get('as') === 'portal' ? portalVisitor : shopVisitor
    return partnerToken(server, response, visitor, server.permissions)
  }
  if (pathname.startsWith('/inspector/')) return serveFile(server, response, 'inspector', pathname.slice('/inspector/'.length))
  return serveFile(server, response, 'playground', pathname.replace(/^\/playground\/?/, '') || 'index.html')
}
