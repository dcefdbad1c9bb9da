import { startStack } from '../stack/start.ts'
import { endpoints } from '@paydesk/shared/endpoints'
let t=performance.now()
const lap=(w:string)=>{console.log(w, Math.round(performance.now()-t)); t=performance.now()}
const stack = await startStack()
lap('start')
const v = await stack.as('compliance'); lap('sign in')
const s = await stack.as('support'); lap('sign in 2')
const env='stage'
const l = await v.get(endpoints.lookUp,{params:{env},body:{text:'cust-canary'}} as any); lap('lookup')
console.log(l)
const id='5fb28f00-36f6-4385-aa86-42927c7b3009'
for (let i=0;i<200;i++) await v.call(endpoints.showTransaction,{params:{env,transaction:id}}); lap('200 seq showTransaction')
for (let i=0;i<50;i++) await Promise.all(Array.from({length:4},()=>v.call(endpoints.showTransaction,{params:{env,transaction:id}}))); lap('200 par4')
for (let i=0;i<100;i++) await fetch(stack.sandbox.serviceUrl+'/_sandbox/override',{method:'POST',body:JSON.stringify({account:'stage',operation:'state',id:'zz'+i,body:{a:1}})}).then(r=>r.text()); lap('100 overrides')
const a = await v.call(endpoints.showTransaction,{params:{env,transaction:id}})
console.log(a.text); console.log([...a.headers])
const o = await v.call(endpoints.signOut,{}); console.log(o.text)
await stack.stop(); lap('stop')
