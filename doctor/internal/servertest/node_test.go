package servertest

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/moby/moby/api/types/container"
	"github.com/testcontainers/testcontainers-go"

	"github.com/sortid/sortid/bench/dbserver"
	"github.com/sortid/sortid/bench/dbserver/dbtest"
	"github.com/sortid/sortid/doctor/internal/inspect"
)

// node starts a server for one test, in a container.
func node(t *testing.T, kind dbserver.Kind, o dbserver.NodeOptions) (*dbserver.Node, *dbserver.Server) {
	t.Helper()
	n, err := dbserver.NewNode(t.Context(), kind, o)
	end := func() error { return nil }
	t.Cleanup(func() {
		if err := end(); err != nil {
			t.Error(err)
		}
	})
	if n != nil {
		end = n.Remove
	}
	if err != nil {
		dbtest.Missing(t, err.Error())
	}
	if err := dbserver.OnFreePort(func() error { return n.Start(t.Context()) }); err != nil {
		t.Fatal(n.Failed(err))
	}
	s, err := n.Await(t.Context(), "a server of the test's own")
	if err != nil {
		t.Fatal(err)
	}
	end = s.Close
	return n, s
}

// On a standby, which can only read, the doctor finds what it finds on the primary.
func TestStandby(t *testing.T) {
	const password = "of-both"
	n, primary := node(t, dbserver.Postgres, dbserver.NodeOptions{Password: password})
	d, err := primary.NewDatabase(t.Context(), t.Name(), dbserver.DatabaseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	db := open(t, "pgx", d.DSN)
	aDatabase(t, db, dbserver.Postgres)
	// "all" in the image's list does not include replication.
	execute(t, db, "ANALYZE", "COPY (SELECT 'host replication all all scram-sha-256') TO PROGRAM 'cat >> "+texts(t, db, "SHOW hba_file")[0]+"'", "SELECT pg_reload_conf()")
	address, err := n.ContainerIP(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const copied = `pg_basebackup -d "$1" -D /tmp/standby -R -c fast && exec postgres -D /tmp/standby -c listen_addresses='*'`
	_, standby := node(t, dbserver.Postgres, dbserver.NodeOptions{Password: password, Extra: []testcontainers.ContainerCustomizer{
		testcontainers.WithCmd("bash", "-c", copied, "standby", n.PeerDSN(net.JoinHostPort(address, "5432"), "postgres")),
		// The image runs any command but the server's as it is.
		testcontainers.WithConfigModifier(func(c *container.Config) { c.User = "postgres" }),
	}})
	var recovering bool
	if err := standby.Query(t.Context(), &recovering, "SELECT pg_is_in_recovery()"); err != nil || !recovering {
		t.Fatalf("no standby: %v", err)
	}
	u, err := url.Parse(standby.DSN())
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + d.Name
	want, got := run(t, inspect.Options{DSN: d.DSN}), run(t, inspect.Options{DSN: u.String()})
	if w, g := holds(want), holds(got); len(w) < 4 || !slices.Equal(w, g) {
		t.Errorf("the standby has %q, the primary %q", g, w)
	}
	if findings(got, "users") != findings(want, "users") || len(got.Notes) != len(want.Notes) {
		t.Errorf("the standby has %+v, %q, the primary %+v, %q", got.Findings, got.Notes, want.Findings, want.Notes)
	}
}

// certificates are those of an authority and of a server on this machine, with its key.
type certificates struct{ authority, server, key []byte }

func newCertificates(t *testing.T) certificates {
	t.Helper()
	signed := func(c, by *x509.Certificate, signer *ecdsa.PrivateKey) ([]byte, *ecdsa.PrivateKey) {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		if signer == nil {
			signer = key
		}
		c.SerialNumber, c.NotBefore, c.NotAfter = big.NewInt(time.Now().UnixNano()), time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
		der, err := x509.CreateCertificate(rand.Reader, c, by, &key.PublicKey, signer)
		if err != nil {
			t.Fatal(err)
		}
		return der, key
	}
	authority := &x509.Certificate{Subject: pkix.Name{CommonName: "authority"}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	root, rootKey := signed(authority, authority, nil)
	der, key := signed(&x509.Certificate{Subject: pkix.Name{CommonName: "server"}, DNSNames: []string{"localhost"}, IPAddresses: ownAddresses(t)}, authority, rootKey)
	encoded, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	block := func(kind string, b []byte) []byte { return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: b}) }
	return certificates{block("CERTIFICATE", root), block("CERTIFICATE", der), block("PRIVATE KEY", encoded)}
}

// ownAddresses returns the addresses of this machine: a container's port is open on the
// loopback address and on that of Docker's bridge.
func ownAddresses(t *testing.T) (list []net.IP) {
	t.Helper()
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addresses {
		if n, ok := a.(*net.IPNet); ok {
			list = append(list, n.IP)
		}
	}
	return list
}

// doctor runs the program on a DSN, with certificates that it trusts, and returns what it
// printed.
func doctor(t *testing.T, program, trusted, dsn string) (string, error) {
	t.Helper()
	c := exec.CommandContext(t.Context(), program, "-json", dsn)
	c.Env = append(os.Environ(), "SSL_CERT_FILE="+trusted)
	out, err := c.CombinedOutput()
	return string(out), err
}

// The doctor checks the certificate of a server if the DSN asks for it, and reads by TLS from
// servers that allow nothing else.
func TestTLS(t *testing.T) {
	c := newCertificates(t)
	dir := t.TempDir()
	program, trusted, other := filepath.Join(dir, "doctor"), filepath.Join(dir, "ca.pem"), filepath.Join(dir, "other.pem")
	for name, data := range map[string][]byte{trusted: c.authority, other: newCertificates(t).authority} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "github.com/sortid/sortid/doctor").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	check := func(t *testing.T, dsn, trusted, want string) {
		t.Helper()
		out, err := doctor(t, program, trusted, dsn)
		if (err == nil) != (want == "UUIDv4") || !strings.Contains(out, want) || strings.Contains(out, "of-tls") {
			t.Errorf("%v: %.300s, want %q", err, out, want)
		}
	}
	t.Run("postgres", func(t *testing.T) {
		_, s := node(t, dbserver.Postgres, dbserver.NodeOptions{Password: "of-tls"})
		db := open(t, "pgx", s.DSN())
		aDatabase(t, db, dbserver.Postgres)
		write := func(name string, data []byte) string {
			return "COPY (SELECT '" + base64.StdEncoding.EncodeToString(data) + "') TO PROGRAM 'umask 077 && base64 -d > " + name + "'"
		}
		execute(t, db, write("server.crt", c.server), write("server.key", c.key), "ALTER SYSTEM SET ssl = on", "SELECT pg_reload_conf()")
		u, err := url.Parse(s.DSN())
		if err != nil {
			t.Fatal(err)
		}
		dsn := func(mode, root string) string {
			u.RawQuery = url.Values{"sslmode": {mode}, "sslrootcert": {root}}.Encode()
			return u.String()
		}
		check(t, dsn("verify-full", trusted), other, "UUIDv4")
		check(t, dsn("verify-full", other), other, "certificate signed by unknown authority")
	})
	t.Run("mysql", func(t *testing.T) {
		var files []testcontainers.ContainerFile
		for name, data := range map[string][]byte{"ca": c.authority, "server": c.server, "key": c.key} {
			files = append(files, testcontainers.ContainerFile{Reader: strings.NewReader(string(data)), ContainerFilePath: "/etc/" + name + ".pem", FileMode: 0o644})
		}
		_, s := node(t, dbserver.MySQL, dbserver.NodeOptions{
			Password: "of-tls", Extra: []testcontainers.ContainerCustomizer{testcontainers.WithFiles(files...)},
			Settings: map[string]string{"ssl_ca": "/etc/ca.pem", "ssl_cert": "/etc/server.pem", "ssl_key": "/etc/key.pem"},
		})
		d, err := s.NewDatabase(context.WithoutCancel(t.Context()), t.Name(), dbserver.DatabaseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		db := open(t, "mysql", d.DSN)
		aDatabase(t, db, dbserver.MySQL)
		execute(t, db, "SET GLOBAL require_secure_transport = ON")
		_, address, _ := strings.Cut(d.DSN, "@tcp(")
		address, _, _ = strings.Cut(address, ")")
		dsn := func(mode string) string {
			return fmt.Sprintf("mysql://root:of-tls@%s/%s?ssl-mode=%s", address, d.Name, mode)
		}
		check(t, dsn("VERIFY_IDENTITY"), trusted, "UUIDv4")
		check(t, dsn("REQUIRED"), other, "UUIDv4")
		check(t, dsn("VERIFY_IDENTITY"), other, "certificate signed by unknown authority")
		check(t, dsn("DISABLED"), trusted, "require_secure_transport")
	})
}
