import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

function install(): void {
  if (spawnSync('nginx', ['-v']).status === 0) return
  const [command = '', ...before] = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', 'apt-get']
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'] } satisfies Parameters<typeof execFileSync>[2]
  execFileSync(command, [...before, 'update', '-qq'], quiet)
  execFileSync(command, [...before, 'install', '-y', '-qq', '--no-install-recommends', 'nginx-light'], quiet)
}

/**
 * Starts Debian's nginx as a proxy to `service` over kept-alive connections, in one worker, because the
 * measured product is one process too. All its files are in a folder of its own.
 */
export function startNginx(port: number, service: number) {
  install()
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-nginx-'))
  mkdirSync(join(folder, 'temp'))
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const config = `
daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 10000000;
  ${places.map((name) => `${name}_temp_path ${folder}/temp/${name};`).join(' ')}
  upstream service { server 127.0.0.1:${service}; keepalive 64; keepalive_requests 10000000; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header connection ''; }
  }
}`
  writeFileSync(join(folder, 'nginx.conf'), config)
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.on('exit', () => child.kill('SIGTERM'))
  return child
}
