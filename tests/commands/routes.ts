import { contract } from '../../src/contract/index.ts'
import { endpointsOf } from '../../src/contract/endpoint.ts'

for (const { method, path } of endpointsOf(contract)) console.log(`${method} ${path}`)
