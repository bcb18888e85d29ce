import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerFile, partnerToken, type PartnerServer } from './partner-server.ts'

/** The partner's own server: its pages, and tokens for whoever is signed in to the partner. */
export const shopListener = (server: PartnerServer) => async (request: IncomingMessage, response: ServerResponse) => {
  const path = new URL(request.url ?? '/', 'http://partner').pathname
  if (path === '/shop/token')
    return partnerToken(server, response, { clientId: 'fernhill-site', user: 'ailsa@fernhill.example', client: 1, advertisers: '1' })
  return answerFile(server, response, 'shop', path.replace(/^\/shop\/?/, '') || 'index.html')
}
