package pgbench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/moby/moby/api/pkg/stdcopy"
	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"

	"github.com/sortid/sortid/bench/dbserver"
)

// hasImage reports whether an image is on this machine.
func hasImage(ctx context.Context, image string) bool {
	c, err := dbserver.Docker(ctx)
	if err != nil {
		return false
	}
	defer c.Close()
	_, err = c.ImageInspect(ctx, image)
	return err == nil
}

// removeTimeout is how long the removal of a container may take.
const removeTimeout = 30 * time.Second

// runInContainer runs pgbench in a container on this machine's network, so that it reaches
// the server by the same address as the lab.
func (p Program) runInContainer(ctx context.Context, args, environment []string, script string) (out string, err error) {
	c, err := dbserver.Docker(ctx)
	if err != nil {
		return "", fmt.Errorf("the Docker Engine does not answer: %w", err)
	}
	defer c.Close()
	made, err := c.ContainerCreate(ctx, client.ContainerCreateOptions{
		Config: &container.Config{
			Image: p.image, Env: append(environment, "SCRIPT="+script),
			// Without the shell, standard input would have to be attached.
			Entrypoint: []string{"sh", "-c", `printf %s "$SCRIPT" | exec pgbench "$@"`, "pgbench"}, Cmd: args,
		},
		HostConfig: &container.HostConfig{NetworkMode: "host"},
	})
	if err != nil {
		return "", fmt.Errorf("cannot create a container of %s: %w", p.image, err)
	}
	defer func() {
		quiet, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeTimeout)
		defer cancel()
		_, removal := c.ContainerRemove(quiet, made.ID, client.ContainerRemoveOptions{Force: true, RemoveVolumes: true})
		err = errors.Join(err, removal)
	}()
	wait := c.ContainerWait(ctx, made.ID, client.ContainerWaitOptions{Condition: container.WaitConditionNextExit})
	if _, err := c.ContainerStart(ctx, made.ID, client.ContainerStartOptions{}); err != nil {
		return "", fmt.Errorf("the container of %s does not start: %w", p.image, err)
	}
	select {
	case err := <-wait.Error:
		return "", err
	case end := <-wait.Result:
		if end.StatusCode != 0 {
			err = fmt.Errorf("it ended with code %d", end.StatusCode)
		}
	}
	text, reading := printed(ctx, c, made.ID)
	return text, errors.Join(err, reading)
}

// printed returns the output of a container.
func printed(ctx context.Context, c *testcontainers.DockerClient, id string) (string, error) {
	logs, err := c.ContainerLogs(ctx, id, client.ContainerLogsOptions{ShowStdout: true, ShowStderr: true})
	if err != nil {
		return "", err
	}
	defer logs.Close()
	var b bytes.Buffer
	_, err = stdcopy.StdCopy(&b, &b, logs)
	return b.String(), err
}
