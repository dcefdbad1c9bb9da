#!/bin/sh
# Prepares a Debian machine for the release that this file is part of: user, folders, configuration with new keys, a
# database, and where they are installed, nginx and systemd. Runs again without harm: what is there stays. DESTDIR, if
# set, stands before every path.
#   install.sh <host name> [embedded]
set -eu
usage() {
  sed -n 's/^#   /Usage: /p' "$0" >&2
  exit 64
}
[ $# -ge 1 ] && [ $# -le 2 ] || usage
host=$1
database=${2-postgresql}
case $host in '' | *[!A-Za-z0-9.-]*) usage ;; esac
case $database in postgresql | embedded) ;; *) usage ;; esac
[ "$(id -u)" -eq 0 ] || { echo 'install.sh: run it as root' >&2; exit 77; }
# Resolve links: called by the path of the link `current`, that link would be made to point to itself.
release=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
root=${DESTDIR-}
umask 022
# Programs that run as another user cannot enter the folder of root.
cd /

id paydesk >/dev/null 2>&1 || useradd --system --user-group --home-dir /var/lib/paydesk --shell /usr/sbin/nologin paydesk
install -d -m 0755 "$root/opt/paydesk"
ln -sfn "$release" "$root/opt/paydesk/current"
install -d -m 0700 -o paydesk -g paydesk "$root/var/lib/paydesk"
install -d -m 0700 -o paydesk -g paydesk "$root/var/backups/paydesk"
install -d -m 0750 -g paydesk "$root/etc/paydesk"
install -d -m 0700 "$root/etc/paydesk/tls"

random() {
  head -c 33 /dev/urandom | base64 | tr '+/' '-_'
}

# Secrets go to programs by their input: other users of the machine can read the arguments.
env=$root/etc/paydesk/paydesk.env
if [ ! -e "$env" ]; then
  # The file gets its name once it is whole: a run that failed half way, say without PostgreSQL, begins again.
  install -m 0640 -g paydesk "$release/docs/deploy/paydesk.env.example" "$env.new"
  sed -i -f - "$env.new" <<SED
s|^PAYDESK_ORIGIN=.*|PAYDESK_ORIGIN=https://$host|
s|^PAYDESK_DATA_KEY=.*|PAYDESK_DATA_KEY=$(random)|
SED
  if [ "$database" = postgresql ]; then
    password=$(random)
    # The database comes first: if there is one already, nothing is changed.
    su postgres -c 'psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1' <<SQL
create database paydesk;
create role paydesk login password '$password';
alter database paydesk owner to paydesk;
SQL
    sed -i -f - "$env.new" <<SED
s|^#DATABASE_URL=.*|DATABASE_URL=postgres://paydesk:$password@127.0.0.1/paydesk|
SED
  fi
  mv "$env.new" "$env"
fi

if [ -d "$root/etc/nginx/sites-enabled" ] && [ ! -e "$root/etc/nginx/sites-enabled/paydesk" ]; then
  # A certificate of its own until you put yours in its place. The key gets its name last: it says that both are there.
  tls=$root/etc/paydesk/tls
  if [ ! -e "$tls/key.pem" ]; then
    said=$(openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
      -days 90 -subj "/CN=$host" -addext "subjectAltName=DNS:$host" \
      -keyout "$tls/key.pem.new" -out "$tls/fullchain.pem.new" 2>&1) || {
      echo "install.sh: openssl made no certificate; install openssl or put yours into /etc/paydesk/tls: $said" >&2
      exit 69
    }
    mv "$tls/fullchain.pem.new" "$tls/fullchain.pem"
    mv "$tls/key.pem.new" "$tls/key.pem"
  fi
  sed "s|paydesk\.example\.com|$host|" "$release/docs/deploy/nginx.conf" >"$root/etc/nginx/sites-enabled/paydesk"
fi

if [ -d "$root/etc/systemd/system" ]; then
  for unit in paydesk.service paydesk-backup.service paydesk-backup.timer; do
    install -m 0644 "$release/docs/deploy/$unit" "$root/etc/systemd/system/$unit"
  done
  if [ -d "$root/run/systemd/system" ]; then systemctl daemon-reload; fi
fi
echo "Fill in /etc/paydesk/paydesk.env, then look for faults:"
echo "  runuser -u paydesk -- /opt/paydesk/current/bin/paydesk --env-file /etc/paydesk/paydesk.env check"
