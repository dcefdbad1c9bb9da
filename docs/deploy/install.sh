#!/bin/sh
# Prepares a Debian machine for the release that this file is part of: user, folders, configuration with new keys, a
# database, and where they are installed, nginx and systemd. Runs again without harm: what is there stays.
#   install.sh <host name> [embedded]
set -eu
[ $# -ge 1 ] || { sed -n 's/^#   /Usage: /p' "$0" >&2; exit 64; }
host=$1
database=${2-postgresql}
release=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
umask 022

id paydesk >/dev/null 2>&1 || useradd --system --user-group --home-dir /var/lib/paydesk --shell /usr/sbin/nologin paydesk
install -d -m 0755 /opt/paydesk
ln -sfn "$release" /opt/paydesk/current
install -d -m 0700 -o paydesk -g paydesk /var/lib/paydesk
install -d -m 0700 -o paydesk -g paydesk /var/backups/paydesk
install -d -m 0750 -g paydesk /etc/paydesk
install -d -m 0700 /etc/paydesk/tls

random() {
  head -c 33 /dev/urandom | base64 | tr '+/' '-_'
}

env=/etc/paydesk/paydesk.env
if [ ! -e $env ]; then
  install -m 0640 -g paydesk "$release/docs/deploy/paydesk.env.example" $env
  key=$(random)
  sed -i -e "s|^PAYDESK_ORIGIN=.*|PAYDESK_ORIGIN=https://$host|" -e "s|^PAYDESK_DATA_KEY=.*|PAYDESK_DATA_KEY=$key|" $env
  if [ "$database" = postgresql ]; then
    password=$(random)
    su postgres -c 'psql --quiet --set=ON_ERROR_STOP=1' <<SQL
create role paydesk login password '$password';
create database paydesk owner paydesk;
SQL
    sed -i "s|^#DATABASE_URL=.*|DATABASE_URL=postgres://paydesk:$password@127.0.0.1/paydesk|" $env
  fi
fi

if [ -d /etc/nginx/sites-enabled ] && [ ! -e /etc/nginx/sites-enabled/paydesk ]; then
  sed "s|paydesk\.example\.com|$host|" "$release/docs/deploy/nginx.conf" >/etc/nginx/sites-enabled/paydesk
  # A certificate of its own until you put yours in its place.
  [ -e /etc/paydesk/tls/key.pem ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 \
    -subj "/CN=$host" -addext "subjectAltName=DNS:$host" \
    -keyout /etc/paydesk/tls/key.pem -out /etc/paydesk/tls/fullchain.pem 2>/dev/null
fi

if [ -d /etc/systemd/system ]; then
  for unit in paydesk.service paydesk-backup.service paydesk-backup.timer; do
    install -m 0644 "$release/docs/deploy/$unit" /etc/systemd/system/$unit
  done
fi
echo "Fill in /etc/paydesk/paydesk.env, then: /opt/paydesk/current/bin/paydesk check"
